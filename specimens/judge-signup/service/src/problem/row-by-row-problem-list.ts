import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { PAGE, ProblemLine, ProblemList } from './problem-list';

@Injectable()
export class RowByRowProblemList extends ProblemList {
  constructor(private readonly prisma: PrismaService) {
    super();
  }

  async page(number: number): Promise<ProblemLine[]> {
    const problems = await this.prisma.problem.findMany({
      where: { visible: true },
      orderBy: { id: 'asc' },
      skip: number * PAGE,
      take: PAGE,
      select: { id: true, title: true, level: true },
    });
    const lines: ProblemLine[] = [];
    for (const problem of problems) {
      const tags = await this.prisma.tag.findMany({ where: { problems: { some: { problemId: problem.id } } } });
      const examples = await this.prisma.example.findMany({ where: { problemId: problem.id }, select: { input: true, output: true } });
      lines.push({ ...problem, tags: tags.map(({ name }) => name), examples });
    }
    return lines;
  }
}
