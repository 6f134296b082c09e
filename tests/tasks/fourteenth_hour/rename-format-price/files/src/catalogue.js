import { formatPrice, formatPriceRange } from "./money.js";

const items = [
  { name: "Mug", sizes: [900, 1250] },
  { name: "Poster", sizes: [1500] },
];

export function listing() {
  return items.map((item) => {
    const [low, high] = [Math.min(...item.sizes), Math.max(...item.sizes)];
    const label = low === high ? formatPrice(low) : formatPriceRange(low, high);
    return `${item.name}, ${label}`;
  });
}
