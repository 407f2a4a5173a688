import { OnModuleDestroy } from '@nestjs/common';
import { createTransport, Mail, Transporter } from 'nodemailer';

export type Letter = Omit<Mail, 'from'>;

/** Hands letters to the mail server of the house, and is done when that has taken them. */
export class Mailer implements OnModuleDestroy {
  private readonly server: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.server = createTransport(url);
  }

  async send(letter: Letter): Promise<void> {
    await this.server.sendMail({ from: this.from, ...letter });
  }

  onModuleDestroy(): void {
    this.server.close();
  }
}
