import { UnauthorizedException } from '@nestjs/common';
import type { Request } from 'express';

/** The token of `Authorization: Bearer ...`. */
export function bearer(request: Request): string {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new UnauthorizedException('this needs Authorization: Bearer and a token');
  }
  return token;
}
