import { Injectable, OnModuleDestroy } from '@nestjs/common';
import Redis from 'ioredis';
import { Settings } from '../config/settings';

/** PINs that were sent by e-mail. Each is there until its address is used, or until it expires. */
@Injectable()
export class PinStore implements OnModuleDestroy {
  private readonly redis: Redis;

  constructor(settings: Settings) {
    this.redis = new Redis(settings.redisUrl, { maxRetriesPerRequest: 3 });
  }

  async delete(email: string): Promise<void> {
    await this.redis.del(`pin:${email}`);
  }

  async ping(): Promise<void> {
    await this.redis.ping();
  }

  async onModuleDestroy(): Promise<void> {
    await this.redis.quit();
  }
}
