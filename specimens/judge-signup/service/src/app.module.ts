import { Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { ConfigModule } from './config/config.module';
import { Settings } from './config/settings';
import { DatabaseModule } from './database/database.module';
import { logging } from './ops/logging';
import { OpsModule } from './ops/ops.module';
import { ProblemModule } from './problem/problem.module';
import { SubmissionModule } from './submission/submission.module';
import { UserModule } from './user/user.module';

@Module({
  imports: [
    ConfigModule,
    LoggerModule.forRootAsync({ inject: [Settings], useFactory: logging }),
    DatabaseModule,
    UserModule,
    ProblemModule,
    SubmissionModule,
    OpsModule,
  ],
})
export class AppModule {}
