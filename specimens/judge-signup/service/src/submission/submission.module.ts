import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { Settings } from '../config/settings';
import { Grader, PollingGrader } from './grader';
import { HttpGrader } from './http-grader';
import { SubmissionController } from './submission.controller';
import { SubmissionService } from './submission.service';

function grader(settings: Settings): Grader {
  return settings.grader === 'polls' ? new PollingGrader() : new HttpGrader(settings.graderUrl, settings.graderConnections);
}

@Module({
  imports: [AuthModule],
  controllers: [SubmissionController],
  providers: [SubmissionService, { provide: Grader, inject: [Settings], useFactory: grader }],
})
export class SubmissionModule {}
