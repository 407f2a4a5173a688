import { CanActivate, createParamDecorator, ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { bearer } from './bearer';
import { Tokens } from './tokens';

interface Verified extends Request {
  email?: string;
  userId?: number;
}

/** Lets those in who can prove an e-mail address. */
@Injectable()
export class VerifiedEmailGuard implements CanActivate {
  constructor(private readonly tokens: Tokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Verified>();
    request.email = await this.tokens.verifiedEmail(bearer(request));
    return true;
  }
}

/** Lets those in who are signed in. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(private readonly tokens: Tokens) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Verified>();
    request.userId = await this.tokens.userId(bearer(request));
    return true;
  }
}

export const VerifiedEmail = createParamDecorator((_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Verified>().email);

export const UserId = createParamDecorator((_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Verified>().userId);
