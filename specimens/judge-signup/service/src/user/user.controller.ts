import { Body, Controller, Post, UseGuards } from '@nestjs/common';
import { VerifiedEmail, VerifiedEmailGuard } from '../auth/guards';
import { SignUpDto } from './sign-up.dto';
import { SignUpService } from './sign-up.service';

@Controller('users')
export class UserController {
  constructor(private readonly signUps: SignUpService) {}

  @Post()
  @UseGuards(VerifiedEmailGuard)
  async signUp(@VerifiedEmail() email: string, @Body() dto: SignUpDto): Promise<{ id: number; userName: string }> {
    return { id: await this.signUps.signUp(email, dto), userName: dto.userName };
  }
}
