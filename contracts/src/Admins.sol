// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Admins
/// @notice A set of equal admins. One joins in two steps, so that a mistyped address never counts as an admin, and the last one can
/// not be removed. What an admin may do is said by the contract that inherits this.
abstract contract Admins {
    mapping(address account => bool) private _admins;
    mapping(address candidate => address proposer) private _proposers;
    uint256 private _count;

    event AdminProposed(address indexed candidate, address indexed proposer);
    event AdminAdded(address indexed admin);
    event AdminRemoved(address indexed admin, address indexed by);

    error NotAdmin(address account);
    error AlreadyAdmin(address account);
    error NotProposed(address account);
    error LastAdmin(address account);
    error InvalidAdmin(address account);

    modifier onlyAdmin() {
        if (!_admins[msg.sender]) revert NotAdmin(msg.sender);
        _;
    }

    constructor(address firstAdmin) {
        if (firstAdmin == address(0)) revert InvalidAdmin(firstAdmin);
        _add(firstAdmin);
    }

    /// @notice First step: an admin proposes `candidate`, who joins by calling `acceptAdmin`.
    function addAdmin(address candidate) external onlyAdmin {
        if (candidate == address(0)) revert InvalidAdmin(candidate);
        if (_admins[candidate]) revert AlreadyAdmin(candidate);
        _proposers[candidate] = msg.sender;
        emit AdminProposed(candidate, msg.sender);
    }

    /// @notice Second step, by the candidate. A proposal lapses when whoever made it is no longer an admin: else an admin about to be
    /// removed could leave a way back.
    function acceptAdmin() external {
        if (!_admins[_proposers[msg.sender]]) revert NotProposed(msg.sender);
        delete _proposers[msg.sender];
        _add(msg.sender);
    }

    /// @notice Removes an admin (oneself too), or withdraws a proposal that was not accepted yet. Never the last admin.
    function removeAdmin(address account) external onlyAdmin {
        if (_admins[account]) {
            if (_count == 1) revert LastAdmin(account);
            delete _admins[account];
            --_count;
        } else if (_proposers[account] != address(0)) {
            delete _proposers[account];
        } else {
            revert NotAdmin(account);
        }
        emit AdminRemoved(account, msg.sender);
    }

    function hasAdmin(address account) external view returns (bool) {
        return _admins[account];
    }

    function _add(address account) private {
        _admins[account] = true;
        ++_count;
        emit AdminAdded(account);
    }
}
