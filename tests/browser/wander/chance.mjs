// chance.mjs -- what a wanderer decides by: numbers that follow from a seed alone (mulberry32), so that a seed plays the same walk again.

export class Chance {
  constructor(seed) {
    this.state = seed >>> 0;
    for (let i = 0; i < 4; i++) this.next(); // seeds in a row begin alike
  }
  /** From 0 to below 1. */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  below(n) {
    return Math.floor(this.next() * n);
  }
  /** From a to b, both possible. */
  from(a, b) {
    return a + this.below(b - a + 1);
  }
  odds(p) {
    return this.next() < p;
  }
  of(list) {
    return list[this.below(list.length)];
  }
  /** One of the list, by the weight of each; null if all weigh nothing. */
  weighted(list, weigh) {
    const weights = list.map(weigh),
      sum = weights.reduce((a, b) => a + b, 0);
    if (!sum) return null;
    let at = this.next() * sum;
    return list.find((_, i) => (at -= weights[i]) < 0) ?? list.at(-1);
  }
}
