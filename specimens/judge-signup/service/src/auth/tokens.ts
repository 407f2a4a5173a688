import { createSecretKey, type KeyObject } from 'node:crypto';
import { Injectable, UnauthorizedException } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Settings } from '../config/settings';

interface Claims {
  sub: string;
}

/** Reads the two kinds of tokens, which have a secret each: one proves an e-mail address, the other who is signed in. */
@Injectable()
export class Tokens {
  private readonly email: JwtService;
  private readonly access: JwtService;

  constructor(settings: Settings) {
    const key = settings.tokenKey === 'prepared' ? prepared : (secret: string) => secret;
    this.email = new JwtService({ secret: key(settings.emailTokenSecret) });
    this.access = new JwtService({ secret: key(settings.accessTokenSecret) });
  }

  async verifiedEmail(token: string): Promise<string> {
    return this.subject(token, this.email);
  }

  async userId(token: string): Promise<number> {
    const id = Number(await this.subject(token, this.access));
    if (!Number.isSafeInteger(id)) {
      throw new UnauthorizedException('the token belongs to no user');
    }
    return id;
  }

  private async subject(token: string, jwt: JwtService): Promise<string> {
    try {
      return (await jwt.verifyAsync<Claims>(token, { algorithms: ['HS256'] })).sub;
    } catch {
      throw new UnauthorizedException('the token is not valid, or no longer');
    }
  }
}

/** Made once: a secret that is text is made into a key for each token, after it was tried as a public key. */
function prepared(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret));
}
