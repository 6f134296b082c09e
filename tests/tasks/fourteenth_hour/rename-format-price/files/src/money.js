// Helpers for amounts of money. All amounts are in cents.

export function formatPrice(cents, currency = "EUR") {
  const value = (cents / 100).toFixed(2);
  return currency === "EUR" ? `${value} €` : `${value} ${currency}`;
}

// "from 4.00 € to 9.50 €"
export function formatPriceRange(low, high) {
  return `from ${formatPrice(low)} to ${formatPrice(high)}`;
}

export function parsePrice(text) {
  return Math.round(parseFloat(text.replace(",", ".")) * 100);
}
