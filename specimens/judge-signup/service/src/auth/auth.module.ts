import { Module } from '@nestjs/common';
import { Tokens } from './tokens';

@Module({ providers: [Tokens], exports: [Tokens] })
export class AuthModule {}
