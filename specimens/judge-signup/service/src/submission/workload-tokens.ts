const EARLY_S = 60;

interface Answer {
  access_token: string;
  expires_in: number;
}

/** Tokens by which the graders know which workload talks to them. */
export abstract class WorkloadTokens {
  abstract current(): Promise<string | undefined>;
}

/** The graders ask for none. */
export class NoTokens extends WorkloadTokens {
  async current(): Promise<undefined> {
    return undefined;
  }
}

/** Asks the metadata server of the machine each time. */
export class FetchedTokens extends WorkloadTokens {
  constructor(private readonly url: string) {
    super();
  }

  async current(): Promise<string> {
    return (await this.fetched()).access_token;
  }

  async fetched(): Promise<Answer> {
    const url = new URL('/computeMetadata/v1/instance/service-accounts/default/token', this.url);
    const answer = await fetch(url, { headers: { 'metadata-flavor': 'Google' } });
    if (!answer.ok) {
      throw new Error(`the metadata server answered ${answer.status}`);
    }
    return (await answer.json()) as Answer;
  }
}

/** Keeps one until shortly before it expires; whoever comes while it is renewed waits for the same answer. */
export class KeptTokens extends WorkloadTokens {
  private readonly tokens: FetchedTokens;
  private kept?: { token: Promise<string>; until: number };

  constructor(url: string) {
    super();
    this.tokens = new FetchedTokens(url);
  }

  async current(): Promise<string> {
    if (this.kept === undefined || Date.now() >= this.kept.until) {
      const kept = { token: this.renewed(), until: Infinity };
      this.kept = kept;
      kept.token.catch(() => (this.kept = undefined));
    }
    return this.kept.token;
  }

  private async renewed(): Promise<string> {
    const { access_token, expires_in } = await this.tokens.fetched();
    if (this.kept) {
      this.kept.until = Date.now() + Math.max(expires_in - EARLY_S, 1) * 1000;
    }
    return access_token;
  }
}
