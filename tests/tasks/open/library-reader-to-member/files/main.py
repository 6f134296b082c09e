from library.reader import Reader

if __name__ == "__main__":
    someone = Reader("Ines", 12)
    someone.borrow("Momo")
    print(someone, someone.books)
