import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { Settings } from '../config/settings';
import { Grader, PollingGrader } from './grader';
import { HttpGrader } from './http-grader';
import { SubmissionController } from './submission.controller';
import { SubmissionService } from './submission.service';
import { FetchedTokens, KeptTokens, NoTokens, WorkloadTokens } from './workload-tokens';

function tokens({ graderToken, metadataUrl }: Settings): WorkloadTokens {
  if (graderToken === 'none') {
    return new NoTokens();
  }
  return graderToken === 'kept' ? new KeptTokens(metadataUrl) : new FetchedTokens(metadataUrl);
}

function grader(settings: Settings): Grader {
  return settings.grader === 'polls' ? new PollingGrader() : new HttpGrader(settings.graderUrl, tokens(settings), settings.graderConnections);
}

@Module({
  imports: [AuthModule],
  controllers: [SubmissionController],
  providers: [SubmissionService, { provide: Grader, inject: [Settings], useFactory: grader }],
})
export class SubmissionModule {}
