import { Module } from '@nestjs/common';
import { Settings } from '../config/settings';
import { Mailer } from './mailer';
import { QueuedWelcomeMails } from './queued-welcome-mails';
import { WaitedWelcomeMails } from './waited-welcome-mails';
import { NoWelcomeMails, WelcomeMails } from './welcome-mails';

function mails({ welcomeMail }: Settings, mailer: Mailer): WelcomeMails {
  if (welcomeMail === 'none') {
    return new NoWelcomeMails();
  }
  return welcomeMail === 'waited' ? new WaitedWelcomeMails(mailer) : new QueuedWelcomeMails(mailer);
}

@Module({
  providers: [
    { provide: Mailer, inject: [Settings], useFactory: ({ smtpUrl, mailFrom }: Settings) => new Mailer(smtpUrl, mailFrom) },
    { provide: WelcomeMails, inject: [Settings, Mailer], useFactory: mails },
  ],
  exports: [WelcomeMails],
})
export class MailModule {}
