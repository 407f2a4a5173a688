import { Module } from '@nestjs/common';
import { PinModule } from '../pin/pin.module';
import { HealthController } from './health.controller';
import { SchemaCleanUp } from './schema-clean-up';

@Module({ imports: [PinModule], controllers: [HealthController], providers: [SchemaCleanUp] })
export class OpsModule {}
