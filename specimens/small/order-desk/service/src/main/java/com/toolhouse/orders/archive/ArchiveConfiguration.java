package com.toolhouse.orders.archive;

import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.jdbc.DataSourceProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** How the archive is reached. It was a database of its own once. */
@Configuration
class ArchiveConfiguration {
    @Bean
    @Primary
    JdbcTemplate jdbcTemplate(DataSource dataSource) {
        return new JdbcTemplate(dataSource);
    }

    @Bean("archiveTemplate")
    @ConditionalOnProperty(name = "orders.archive-connections", havingValue = "pooled")
    JdbcTemplate pooledArchive(DataSource dataSource) {
        return new JdbcTemplate(dataSource);
    }

    @Bean("archiveTemplate")
    @ConditionalOnProperty(name = "orders.archive-connections", havingValue = "own")
    JdbcTemplate ownArchive(DataSourceProperties database) {
        return new JdbcTemplate(new DriverManagerDataSource(
                database.determineUrl(), database.determineUsername(), database.determinePassword()));
    }
}
