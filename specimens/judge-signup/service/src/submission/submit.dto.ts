import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsString, Matches, MaxLength, ValidateNested } from 'class-validator';

export class SourceFile {
  @Matches(/^[A-Za-z0-9_]{1,40}(\.[a-z]{1,4})?$/, { message: 'name of a file needs letters, digits and an ending' })
  name!: string;

  @IsString()
  @MaxLength(64 * 1024)
  text!: string;
}

export class SubmitDto {
  @IsString()
  @MaxLength(20)
  language!: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => SourceFile)
  files!: SourceFile[];
}
