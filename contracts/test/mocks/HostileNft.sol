// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";

/// @dev A collection anybody may have put on the chain. It behaves until `act` gives it a part; each part is one way of cheating.
contract HostileNft is ERC721("Hostile", "HST") {
    enum Part {
        Honest,
        MovesNothing,
        MovesElsewhere,
        RevertsTransfer,
        LiesAboutOwner,
        KeepsApproval,
        AnswersCountWithNothing,
        AnswersOwnerWithMegabyte,
        RoyaltyReverts,
        RoyaltyRevertsWithMegabyte,
        RoyaltyAnswersMegabyte,
        RoyaltyAnswersShort,
        RoyaltyBurnsGas,
        RoyaltyCallsBack,
        TransferCallsBack,
        AsksReceiver
    }

    Part public part;
    address private _lie;
    uint256 private _receiver;
    uint256 private _royalty;
    bool private _counts;
    uint256 private _count;
    address private _callee;
    bytes private _callData;
    /// @dev How a call back ended, so that a test can see it was tried.
    bool public calledBack;
    bool public callSucceeded;
    bytes public callAnswer;

    function mint(address to, uint256 tokenId) external {
        _mint(to, tokenId);
    }

    function act(Part next) external {
        part = next;
    }

    function lie(Part next, address owner) external {
        (part, _lie) = (next, owner);
    }

    /// @dev Any words at all, also such as are no address.
    function setRoyalty(uint256 receiver, uint256 amount) external {
        (_receiver, _royalty) = (receiver, amount);
    }

    function setCount(bool counts, uint256 count) external {
        (_counts, _count) = (counts, count);
    }

    function callBack(Part next, address callee, bytes calldata data) external {
        (part, _callee, _callData, calledBack) = (next, callee, data, false);
    }

    function transferCount(uint256) external view returns (uint256) {
        if (part == Part.AnswersCountWithNothing) {
            assembly {
                return(0, 0)
            }
        }
        require(_counts);
        return _count;
    }

    function ownerOf(uint256 tokenId) public view override returns (address) {
        if (part == Part.LiesAboutOwner) return _lie;
        if (part == Part.AnswersOwnerWithMegabyte) {
            address owner = super.ownerOf(tokenId);
            assembly {
                mstore(0x80, owner)
                return(0x80, 1048576)
            }
        }
        return super.ownerOf(tokenId);
    }

    function getApproved(uint256 tokenId) public view override returns (address) {
        return part == Part.LiesAboutOwner ? msg.sender : super.getApproved(tokenId);
    }

    /// @dev With the fallback's answer, an ordinary function can't cheat as these do.
    function royaltyInfo(uint256, uint256) external returns (uint256, uint256) {
        if (part == Part.RoyaltyReverts) revert("no");
        if (part == Part.RoyaltyRevertsWithMegabyte) {
            assembly {
                revert(0, 1048576)
            }
        }
        if (part == Part.RoyaltyAnswersMegabyte) {
            (uint256 receiver, uint256 royalty) = (_receiver, _royalty);
            assembly {
                mstore(0x80, receiver)
                mstore(0xa0, royalty)
                return(0x80, 100000)
            }
        }
        if (part == Part.RoyaltyAnswersShort) {
            uint256 receiver = _receiver;
            assembly {
                mstore(0x80, receiver)
                return(0x80, 63)
            }
        }
        if (part == Part.RoyaltyBurnsGas) while (true) {}
        if (part == Part.RoyaltyCallsBack) {
            // the question comes as a static call, so the outcome can only be told by the answer
            (bool ok, bytes memory answer) = _callee.call(_callData);
            return (_receiver, ok ? 1 : 2 + answer.length);
        }
        return (_receiver, _royalty);
    }

    function transferFrom(address from, address to, uint256 tokenId) public override {
        if (part == Part.RevertsTransfer) revert("no");
        if (part == Part.MovesNothing || part == Part.LiesAboutOwner) return;
        if (part == Part.TransferCallsBack) {
            calledBack = true;
            (callSucceeded, callAnswer) = _callee.call(_callData);
        }
        if (part == Part.KeepsApproval) {
            _update(to, tokenId, msg.sender);
            _approve(msg.sender, tokenId, address(0));
            return;
        }
        _update(part == Part.MovesElsewhere ? _lie : to, tokenId, msg.sender);
        if (part == Part.AsksReceiver) IERC721Receiver(to).onERC721Received(msg.sender, from, tokenId, "");
    }
}

/// @dev A buyer that is a contract and, asked whether it takes a token, calls back first.
contract HostileBuyer is IERC721Receiver {
    address private _callee;
    bytes private _callData;
    bool public calledBack;
    bool public callSucceeded;
    bytes public callAnswer;

    function callBack(address callee, bytes calldata data) external {
        (_callee, _callData, calledBack) = (callee, data, false);
    }

    /// @dev Calls `callee` as this party, passing a failure on.
    function run(address callee, uint256 value, bytes calldata data) external payable returns (bytes memory) {
        (bool ok, bytes memory answer) = callee.call{value: value}(data);
        if (!ok) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        return answer;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        calledBack = true;
        (callSucceeded, callAnswer) = _callee.call(_callData);
        return IERC721Receiver.onERC721Received.selector;
    }

    receive() external payable {}
}
