"""`python -m pandora` is the same as `pandora`."""

from pandora.cli import main

if __name__ == "__main__":
    main()
