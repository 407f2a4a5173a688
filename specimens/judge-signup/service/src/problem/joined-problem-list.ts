import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { PAGE, ProblemLine, ProblemList } from './problem-list';

@Injectable()
export class JoinedProblemList extends ProblemList {
  constructor(private readonly prisma: PrismaService) {
    super();
  }

  async page(number: number): Promise<ProblemLine[]> {
    const problems = await this.prisma.problem.findMany({
      where: { visible: true },
      orderBy: { id: 'asc' },
      skip: number * PAGE,
      take: PAGE,
      select: {
        id: true,
        title: true,
        level: true,
        tags: { select: { tag: { select: { name: true } } } },
        examples: { select: { input: true, output: true } },
      },
    });
    return problems.map(({ tags, ...problem }) => ({ ...problem, tags: tags.map(({ tag }) => tag.name) }));
  }
}
