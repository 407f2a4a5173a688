import { Logger } from '@nestjs/common';
import { Mailer } from './mailer';
import { welcome, WelcomeMails } from './welcome-mails';

/** Sends each at once. An account does not depend on it. */
export class WaitedWelcomeMails extends WelcomeMails {
  private readonly log = new Logger(WaitedWelcomeMails.name);

  constructor(private readonly mailer: Mailer) {
    super();
  }

  async greet(email: string, userName: string): Promise<void> {
    try {
      await this.mailer.send(welcome(email, userName));
    } catch (e) {
      this.log.warn(`a welcome mail was not sent: ${String(e)}`);
    }
  }
}
