import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityMatch } from './identity-match.entity';

/** Rows that turned out to be of one customer, event or person. */
@Module({ imports: [TypeOrmModule.forFeature([IdentityMatch])] })
export class IdentitiesModule {}
