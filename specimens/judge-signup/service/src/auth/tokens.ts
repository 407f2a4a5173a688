import { Injectable, UnauthorizedException } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Settings } from '../config/settings';

interface Claims {
  sub: string;
}

/** Reads the two kinds of tokens, which have a secret each: one proves an e-mail address, the other who is signed in. */
@Injectable()
export class Tokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly settings: Settings,
  ) {}

  async verifiedEmail(token: string): Promise<string> {
    return this.subject(token, this.settings.emailTokenSecret);
  }

  async userId(token: string): Promise<number> {
    const id = Number(await this.subject(token, this.settings.accessTokenSecret));
    if (!Number.isSafeInteger(id)) {
      throw new UnauthorizedException('the token belongs to no user');
    }
    return id;
  }

  private async subject(token: string, secret: string): Promise<string> {
    try {
      return (await this.jwt.verifyAsync<Claims>(token, { secret, algorithms: ['HS256'] })).sub;
    } catch {
      throw new UnauthorizedException('the token is not valid, or no longer');
    }
  }
}
