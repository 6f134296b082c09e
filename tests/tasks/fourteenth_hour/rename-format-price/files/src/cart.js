import { formatPrice, parsePrice } from "./money.js";

export class Cart {
  constructor() {
    this.lines = [];
  }

  add(name, price, count = 1) {
    this.lines.push({ name, cents: parsePrice(price), count });
  }

  get total() {
    return this.lines.reduce((sum, line) => sum + line.cents * line.count, 0);
  }

  print() {
    for (const line of this.lines) {
      console.log(`${line.count} x ${line.name}: ${formatPrice(line.cents * line.count)}`);
    }
    // formatPrice puts the euro sign behind the amount
    console.log("Total: " + formatPrice(this.total));
  }
}
