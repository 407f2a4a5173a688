import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service';
import { Account, AccountWriter, EVERYBODY } from './account';

@Injectable()
export class SeparateAccountWriter extends AccountWriter {
  constructor(private readonly prisma: PrismaService) {
    super();
  }

  async write({ realName, studentNo, ...user }: Account): Promise<number> {
    const { id } = await this.prisma.user.create({ data: user, select: { id: true } });
    await this.prisma.userProfile.create({ data: { userId: id, realName, studentNo } });
    await this.prisma.userGroup.create({ data: { userId: id, groupId: EVERYBODY } });
    return id;
  }
}
