def cents(text):
    return round(float(text) * 100)
