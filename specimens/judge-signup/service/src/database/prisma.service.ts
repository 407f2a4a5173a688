import { Injectable, Logger, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { Settings } from '../config/settings';
import { Prisma, PrismaClient } from '../generated/prisma/client';

type TellsStatements = Prisma.PrismaClientOptions & { log: { emit: 'event'; level: 'query' }[] };

/** At level debug each statement has a line in the log. */
@Injectable()
export class PrismaService extends PrismaClient<TellsStatements> implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(PrismaService.name);

  constructor(settings: Settings) {
    super({
      adapter: new PrismaPg({ connectionString: settings.databaseUrl, max: settings.connectionLimit }),
      transactionOptions: { maxWait: 10_000, timeout: 10_000 },
      log: settings.log.level === 'debug' ? [{ emit: 'event', level: 'query' }] : [],
    });
    this.$on('query', ({ query, duration }) => this.logger.debug({ query, duration }));
  }

  async onModuleInit(): Promise<void> {
    await this.$connect();
  }

  async onModuleDestroy(): Promise<void> {
    await this.$disconnect();
  }
}
