import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { Tokens } from './tokens';

@Module({ imports: [JwtModule.register({})], providers: [Tokens], exports: [Tokens] })
export class AuthModule {}
