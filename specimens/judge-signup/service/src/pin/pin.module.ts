import { Module } from '@nestjs/common';
import { PinStore } from './pin.store';

@Module({ providers: [PinStore], exports: [PinStore] })
export class PinModule {}
