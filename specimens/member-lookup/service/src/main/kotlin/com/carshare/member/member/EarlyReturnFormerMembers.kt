package com.carshare.member.member

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.stereotype.Component
import javax.sql.DataSource

@Component
@ConditionalOnProperty("member.leak-on-error", havingValue = "true")
class EarlyReturnFormerMembers(private val dataSource: DataSource) : FormerMembers {
    override fun contains(id: Long): Boolean {
        val connection = dataSource.connection
        val statement = connection.prepareStatement(FORMER_MEMBER_QUERY)
        statement.setLong(1, id)
        val rows = statement.executeQuery()
        if (!rows.next()) {
            return false
        }
        rows.close()
        statement.close()
        connection.close()
        return true
    }
}
