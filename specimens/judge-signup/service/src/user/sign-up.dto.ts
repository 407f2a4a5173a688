import { IsNotEmpty, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';

export class SignUpDto {
  @Matches(/^[a-z][a-z0-9]{2,29}$/, { message: 'userName needs 3 to 30 lower-case letters and digits, a letter first' })
  userName!: string;

  /** bcrypt reads no more than 72 bytes. */
  @Length(8, 64)
  @Matches(/^[\x21-\x7e]+$/, { message: 'password may have letters, digits and signs without spaces' })
  @Matches(/[a-zA-Z]/, { message: 'password needs a letter' })
  @Matches(/[^a-zA-Z]/, { message: 'password needs a digit or a sign' })
  password!: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(80)
  realName!: string;

  @IsOptional()
  @Matches(/^[0-9]{4,20}$/, { message: 'studentNo needs 4 to 20 digits' })
  studentNo?: string;
}
