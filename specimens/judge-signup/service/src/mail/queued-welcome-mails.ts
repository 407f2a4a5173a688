import { Logger } from '@nestjs/common';
import { Letter, Mailer } from './mailer';
import { welcome, WelcomeMails } from './welcome-mails';

const AT_A_TIME = 100;
const ROOM = 1_000;

/** Sends them beside the answers, so many at a time. When there is no room left, one is dropped and told in the log: nobody's account depends on it. */
export class QueuedWelcomeMails extends WelcomeMails {
  private readonly log = new Logger(QueuedWelcomeMails.name);
  private readonly waiting: Letter[] = [];
  private underWay = 0;

  constructor(private readonly mailer: Mailer) {
    super();
  }

  async greet(email: string, userName: string): Promise<void> {
    if (this.waiting.length >= ROOM) {
      this.log.warn('a welcome mail was dropped: too many are waiting');
      return;
    }
    this.waiting.push(welcome(email, userName));
    this.sendMore();
  }

  private sendMore(): void {
    while (this.underWay < AT_A_TIME) {
      const letter = this.waiting.shift();
      if (!letter) {
        return;
      }
      this.underWay += 1;
      void this.send(letter);
    }
  }

  private async send(letter: Letter): Promise<void> {
    try {
      await this.mailer.send(letter);
    } catch (e) {
      this.log.warn(`a welcome mail was not sent: ${String(e)}`);
    } finally {
      this.underWay -= 1;
      this.sendMore();
    }
  }
}
