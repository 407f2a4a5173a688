import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { Settings } from '../config/settings';
import { DiskSourceStore } from './disk-source-store';
import { RowOnlySourceStore, SourceStore } from './source-store';
import { SubmissionController } from './submission.controller';
import { SubmissionService } from './submission.service';

function store({ sourceStore, sourceFolder }: Settings): SourceStore {
  return sourceStore === 'disk' ? new DiskSourceStore(sourceFolder) : new RowOnlySourceStore();
}

@Module({
  imports: [AuthModule],
  controllers: [SubmissionController],
  providers: [SubmissionService, { provide: SourceStore, inject: [Settings], useFactory: store }],
})
export class SubmissionModule {}
