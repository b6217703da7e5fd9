import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that numbers the states of the registry; triggers alone change it. */
@Entity('module_registry')
export class ModuleRegistry {
  @PrimaryColumn({ type: 'int', default: 1 }) id: number;
  @Column({
    type: 'bigint',
    comment: 'Rises with every change of what pages load; at least the milliseconds since 1970',
  })
  serial: string;
}
