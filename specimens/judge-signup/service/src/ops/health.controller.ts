import { Controller, Get } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { PinStore } from '../pin/pin.store';

@Controller('health')
export class HealthController {
  constructor(
    private readonly prisma: PrismaService,
    private readonly pins: PinStore,
  ) {}

  @Get()
  async health(): Promise<{ status: string }> {
    await Promise.all([this.prisma.$queryRaw`select 1`, this.pins.ping()]);
    return { status: 'up' };
  }
}
