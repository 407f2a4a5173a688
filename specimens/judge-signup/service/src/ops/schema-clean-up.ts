import { Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Settings } from '../config/settings';
import { PrismaService } from '../database/prisma.service';

/** Migrations of this release that are more than a new table. */
@Injectable()
export class SchemaCleanUp implements OnApplicationBootstrap {
  constructor(
    private readonly settings: Settings,
    private readonly prisma: PrismaService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.settings.dropSubmissionIndex) {
      await this.prisma.$executeRaw`drop index if exists submission_problem_idx`;
    }
  }
}
