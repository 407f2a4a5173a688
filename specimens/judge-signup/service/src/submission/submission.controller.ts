import { Body, Controller, Get, Param, ParseIntPipe, Post, UseGuards } from '@nestjs/common';
import { SignedInGuard, UserId } from '../auth/guards';
import { SubmissionService } from './submission.service';
import { SubmitDto } from './submit.dto';

@Controller('problems/:problemId/submissions')
export class SubmissionController {
  constructor(private readonly submissions: SubmissionService) {}

  @Post()
  @UseGuards(SignedInGuard)
  async submit(
    @UserId() userId: number,
    @Param('problemId', ParseIntPipe) problemId: number,
    @Body() dto: SubmitDto,
  ): Promise<{ id: number; result: string }> {
    return { id: await this.submissions.submit(userId, problemId, dto), result: 'JUDGING' };
  }

  @Get()
  async latest(@Param('problemId', ParseIntPipe) problemId: number) {
    return this.submissions.latest(problemId);
  }
}
