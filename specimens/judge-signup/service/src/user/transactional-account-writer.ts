import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { Account, AccountWriter, EVERYBODY } from './account';

@Injectable()
export class TransactionalAccountWriter extends AccountWriter {
  constructor(private readonly prisma: PrismaService) {
    super();
  }

  async write({ realName, studentNo, ...user }: Account): Promise<number> {
    return this.prisma.$transaction(async (tx) => {
      const { id } = await tx.user.create({ data: user, select: { id: true } });
      await tx.userProfile.create({ data: { userId: id, realName, studentNo } });
      await tx.userGroup.create({ data: { userId: id, groupId: EVERYBODY } });
      return id;
    });
  }
}
