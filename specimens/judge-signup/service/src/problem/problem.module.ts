import { Module } from '@nestjs/common';
import { Settings } from '../config/settings';
import { PrismaService } from '../database/prisma.service';
import { JoinedProblemList } from './joined-problem-list';
import { ProblemController } from './problem.controller';
import { ProblemList } from './problem-list';
import { RowByRowProblemList } from './row-by-row-problem-list';

function list(settings: Settings, prisma: PrismaService): ProblemList {
  return settings.problemList === 'joined' ? new JoinedProblemList(prisma) : new RowByRowProblemList(prisma);
}

@Module({
  controllers: [ProblemController],
  providers: [{ provide: ProblemList, inject: [Settings, PrismaService], useFactory: list }],
})
export class ProblemModule {}
