import { ConflictException, Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { Prisma } from '../generated/prisma/client';
import { WelcomeMails } from '../mail/welcome-mails';
import { PasswordHasher } from '../password/password-hasher';
import { PinStore } from '../pin/pin.store';
import { Account, AccountWriter } from './account';
import { SignUpDto } from './sign-up.dto';

const UNIQUE_VIOLATION = 'P2002';

@Injectable()
export class SignUpService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly pins: PinStore,
    private readonly hasher: PasswordHasher,
    private readonly accounts: AccountWriter,
    private readonly mails: WelcomeMails,
  ) {}

  async signUp(email: string, { password, ...rest }: SignUpDto): Promise<number> {
    await this.refuseTaken(rest.userName);
    await this.pins.delete(email);
    const passwordHash = await this.hasher.hash(password);
    const id = await this.write({ ...rest, email, passwordHash });
    await this.mails.greet(email, rest.userName);
    return id;
  }

  private async write(account: Account): Promise<number> {
    try {
      return await this.accounts.write(account);
    } catch (e) {
      // somebody took the name while the password was hashed
      if (e instanceof Prisma.PrismaClientKnownRequestError && e.code === UNIQUE_VIOLATION) {
        throw taken(account.userName);
      }
      throw e;
    }
  }

  private async refuseTaken(userName: string): Promise<void> {
    const holder = await this.prisma.user.findUnique({ where: { userName }, select: { id: true } });
    if (holder) {
      throw taken(userName);
    }
  }
}

function taken(userName: string): ConflictException {
  return new ConflictException(`the user name ${userName} is taken`);
}
