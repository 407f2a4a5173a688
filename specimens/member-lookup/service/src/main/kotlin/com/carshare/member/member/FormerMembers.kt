package com.carshare.member.member

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component
import javax.sql.DataSource

const val FORMER_MEMBER_QUERY = "select 1 from former_member where id = ?"

/** Tells a member who left from one who never was. */
interface FormerMembers {
    fun contains(id: Long): Boolean
}

@Component
@ConditionalOnProperty("member.leak-on-error", havingValue = "false")
class JdbcFormerMembers(private val dataSource: DataSource) : FormerMembers {
    override fun contains(id: Long): Boolean =
        dataSource.connection.use { connection ->
            connection.prepareStatement(FORMER_MEMBER_QUERY).use { statement ->
                statement.setLong(1, id)
                statement.executeQuery().use { it.next() }
            }
        }
}
