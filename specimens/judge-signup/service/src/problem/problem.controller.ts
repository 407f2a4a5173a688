import { Controller, DefaultValuePipe, Get, NotFoundException, Param, ParseIntPipe, Query } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { ProblemLine, ProblemList } from './problem-list';

@Controller('problems')
export class ProblemController {
  constructor(
    private readonly prisma: PrismaService,
    private readonly problems: ProblemList,
  ) {}

  @Get()
  async page(@Query('page', new DefaultValuePipe(0), ParseIntPipe) page: number): Promise<ProblemLine[]> {
    return this.problems.page(Math.max(page, 0));
  }

  @Get(':id')
  async byId(@Param('id', ParseIntPipe) id: number) {
    const problem = await this.prisma.problem.findFirst({
      where: { id, visible: true },
      include: { examples: { select: { input: true, output: true } } },
    });
    if (!problem) {
      throw new NotFoundException(`there is no problem ${id}`);
    }
    return problem;
  }
}
