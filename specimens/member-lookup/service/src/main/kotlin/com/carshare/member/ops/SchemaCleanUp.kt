package com.carshare.member.ops

import org.springframework.boot.ApplicationRunner
import org.springframework.boot.ApplicationArguments
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty
import org.springframework.jdbc.core.JdbcTemplate
import org.springframework.stereotype.Component

/** A migration that took the index on e-mail for an unused one. */
@Component
@ConditionalOnProperty("member.drop-email-index", havingValue = "true")
class SchemaCleanUp(private val jdbc: JdbcTemplate) : ApplicationRunner {
    override fun run(args: ApplicationArguments) {
        jdbc.execute("drop index if exists member_email_idx")
    }
}
