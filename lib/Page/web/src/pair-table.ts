// Pairs of numbers to a number: what Map would be too slow for.

export class PairTable {
  private mask = (1 << 16) - 1;
  private slots = new Int32Array(this.mask + 1).fill(-1);
  private readonly first: number[] = [];
  private readonly second: number[] = [];
  private readonly value: number[] = [];

  /** The value of that pair; VALUE if it is new. */
  put(first: number, second: number, value: number): number {
    if (2 * this.value.length > this.mask) this.grow();
    const slot = this.find(first, second);
    const entry = this.slots[slot]!;
    if (entry >= 0) return this.value[entry]!;
    this.slots[slot] = this.value.length;
    this.first.push(first);
    this.second.push(second);
    this.value.push(value);
    return value;
  }

  private find(first: number, second: number): number {
    let slot = (Math.imul(first, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.mask;
    for (; ; slot = (slot + 1) & this.mask) {
      const entry = this.slots[slot]!;
      if (entry < 0 || (this.first[entry] === first && this.second[entry] === second)) return slot;
    }
  }

  private grow(): void {
    this.mask = 2 * this.mask + 1;
    this.slots = new Int32Array(this.mask + 1).fill(-1);
    for (let entry = 0; entry < this.value.length; ++entry)
      this.slots[this.find(this.first[entry]!, this.second[entry]!)] = entry;
  }
}
