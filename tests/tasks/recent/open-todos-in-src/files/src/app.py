"""Inventory of the tool library."""

from store import Store


def main():
    store = Store("tools.json")
    # TODO: ask for the name of the borrower
    print(store.todo_list())


main()
