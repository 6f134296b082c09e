from shop import pricing


def shelf_labels(articles):
    """One label a line for the printer in the back office."""
    lines = []
    for name, gross, rate in articles:
        if pricing.net_price(gross, rate) >= 100:
            name = name.upper()
        lines.append(f"{name}: {pricing.net_price_label(gross, rate)}")
    return lines
