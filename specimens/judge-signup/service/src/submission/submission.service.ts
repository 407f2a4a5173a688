import { Injectable, NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { Grader } from './grader';
import { Turns } from './turns';
import { Settings } from '../config/settings';
import { SourceFile, SubmitDto } from './submit.dto';

const LATEST = 20;

@Injectable()
export class SubmissionService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly grader: Grader,
    private readonly settings: Settings,
  ) {}

  private readonly turns = new Turns();

  async submit(userId: number, problemId: number, { language, files }: SubmitDto): Promise<number> {
    const problem = await this.prisma.problem.findFirst({ where: { id: problemId, visible: true }, select: { languages: true } });
    if (!problem) {
      throw new NotFoundException(`there is no problem ${problemId}`);
    }
    if (!problem.languages.includes(language)) {
      throw new UnprocessableEntityException(`problem ${problemId} takes ${problem.languages.join(', ')}, not ${language}`);
    }
    const { id } = await this.prisma.submission.create({
      data: { problemId, userId, language, files: files.map(plain) },
      select: { id: true },
    });
    await this.tell(problemId, id);
    return id;
  }

  private tell(problemId: number, id: number): Promise<void> {
    const { graderTurns } = this.settings;
    if (graderTurns === 'none') {
      return this.grader.tell(id);
    }
    return this.turns.run(graderTurns === 'all' ? 'all' : String(problemId), () => this.grader.tell(id));
  }

  async latest(problemId: number) {
    return this.prisma.submission.findMany({
      where: { problemId },
      orderBy: { id: 'desc' },
      take: LATEST,
      select: { id: true, language: true, result: true, createdAt: true },
    });
  }
}

function plain({ name, text }: SourceFile) {
  return { name, text };
}
