import { Agent, request } from 'node:http';
import { Grader } from './grader';
import { WorkloadTokens } from './workload-tokens';

const LIMIT_MS = 10_000;

/** Is told at once, so that nobody waits for a poll. */
export class HttpGrader extends Grader {
  private readonly agent: Agent;

  /** Without `connections` there is one per call: a balancer before the graders spreads connections, not calls. */
  constructor(
    private readonly url: string,
    private readonly tokens: WorkloadTokens,
    connections?: number,
  ) {
    super();
    this.agent = connections === undefined ? new Agent({ keepAlive: false }) : new Agent({ keepAlive: true, maxSockets: connections });
  }

  async tell(submissionId: number): Promise<void> {
    const url = new URL(`/submissions/${submissionId}`, this.url);
    const token = await this.tokens.current();
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return new Promise((done, failed) => {
      const call = request(url, { method: 'POST', headers, agent: this.agent, timeout: LIMIT_MS }, (answer) => {
        answer.resume();
        answer.on('error', failed);
        answer.on('end', () => (answer.statusCode === 202 ? done() : failed(new Error(`the grader answered ${answer.statusCode}`))));
      });
      call.on('timeout', () => call.destroy(new Error(`the grader did not answer within ${LIMIT_MS} ms`)));
      call.on('error', failed);
      call.end();
    });
  }
}
