"""An example of a purchase."""

from cart import Cart


def main():
    cart = Cart()
    cart.add("apples", 2)
    cart.add("eggs")
    cart.add("apples", 3)
    cart.add("milk", 2)
    print(f"Total: {cart.total():.2f}")


if __name__ == "__main__":
    main()
