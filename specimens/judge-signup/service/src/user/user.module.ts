import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { Settings } from '../config/settings';
import { PrismaService } from '../database/prisma.service';
import { MailModule } from '../mail/mail.module';
import { PasswordModule } from '../password/password.module';
import { PinModule } from '../pin/pin.module';
import { AccountWriter } from './account';
import { SeparateAccountWriter } from './separate-account-writer';
import { SignUpService } from './sign-up.service';
import { TransactionalAccountWriter } from './transactional-account-writer';
import { UserController } from './user.controller';

function writer(settings: Settings, prisma: PrismaService): AccountWriter {
  return settings.signUpWrites === 'transaction' ? new TransactionalAccountWriter(prisma) : new SeparateAccountWriter(prisma);
}

@Module({
  imports: [AuthModule, MailModule, PasswordModule, PinModule],
  controllers: [UserController],
  providers: [SignUpService, { provide: AccountWriter, inject: [Settings, PrismaService], useFactory: writer }],
})
export class UserModule {}
