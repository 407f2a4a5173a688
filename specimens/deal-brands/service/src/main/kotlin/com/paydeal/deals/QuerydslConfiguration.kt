package com.paydeal.deals

import com.querydsl.jpa.impl.JPAQueryFactory
import jakarta.persistence.EntityManager
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration

@Configuration
class QuerydslConfiguration {
    @Bean
    fun queryFactory(entityManager: EntityManager) = JPAQueryFactory(entityManager)
}
