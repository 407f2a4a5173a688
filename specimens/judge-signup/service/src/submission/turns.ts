/** Work for the same key runs one after the other. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined).finally(() => {
      if (this.last.get(key) === settled) {
        this.last.delete(key);
      }
    });
    this.last.set(key, settled);
    return mine;
  }
}
