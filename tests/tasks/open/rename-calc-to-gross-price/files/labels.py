import pricing


def label(name, net):
    # calculated with the full rate
    return f"{name}: {pricing.calc(net):.2f}"


if __name__ == "__main__":
    print(label("Candle", 4.20))
